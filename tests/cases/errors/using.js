using handle = open();
return handle;

