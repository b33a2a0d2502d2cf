const load = async () => 5;
class Loader { value = await load(); }
return new Loader().value;
