pub(crate) fn native_function_call(
    obj: &JsObject,
    argument_count: usize,
    context: &mut InternalMethodCallContext<'_>,
) -> JsResult<CallValue> {
    // Arguments that are kept out of the heap.
    const FEW: usize = 4;

    // A call may collect the function that runs, once the stack no longer holds it.
    let function_object = obj.clone();
    let mut few = arrayvec::ArrayVec::<JsValue, FEW>::new();
    let many;
    let arguments: &[JsValue] = if argument_count <= FEW {
        context.vm.stack.move_to(argument_count, &mut few);
        &few
    } else {
        many = context
            .vm
            .stack
            .calling_convention_pop_arguments(argument_count);
        &many
    };
    drop(context.vm.stack.pop());
    let this = context.vm.stack.pop();

    if context.is_at_a_limit() {
        context.check_runtime_limits()?;
    }

    // SAFETY: Only tables of native functions hold this method, and the object is held above.
    let function: &NativeFunctionObject = unsafe { function_object.peek_data() };

    let native_source_info = context.native_source_info();
    let frames = context.vm.frames.len();
    context
        .vm
        .shadow_stack
        .push_native(frames, function.name.clone(), native_source_info);

    // Nearly always there is one realm, and nothing to swap.
    let mut other_realm = function
        .realm
        .as_ref()
        .filter(|realm| *realm != context.realm())
        .cloned();
    if let Some(realm) = &mut other_realm {
        context.swap_realm(realm);
    }
    context.vm.native_active_function = Some(function_object.clone());

    let undefined = JsValue::undefined();
    let this = if function.constructor.is_some() {
        &undefined
    } else {
        &this
    };
    let result = function.f.call(this, arguments, context);
    let result = match result {
        Ok(value) => {
            context.vm.stack.push(value);
            Ok(CallValue::Complete)
        }
        Err(error) => Err(error.inject_realm(context.realm().clone())),
    };

    context.vm.native_active_function = None;
    if let Some(realm) = &mut other_realm {
        context.swap_realm(realm);
    }
    context.vm.shadow_stack.pop_native();
    result
}
