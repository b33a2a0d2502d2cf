//+ files-project

return await state.sh`ls /src`
//= throws: TypeError
//= message: not a callable function
