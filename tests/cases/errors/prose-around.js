Sure! Here is the script you asked for:

const x = 1;
return x;

