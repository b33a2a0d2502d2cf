const log = (target: unknown) => target;
@log
class User {}
return User.name;

