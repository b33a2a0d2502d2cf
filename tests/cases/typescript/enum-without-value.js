enum A { X = 'text', Y }
return A.Y;
