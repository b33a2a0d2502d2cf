pub(crate) fn function_call(
    function_object: &JsObject,
    argument_count: usize,
    context: &mut InternalMethodCallContext<'_>,
) -> JsResult<CallValue> {
    let context = context.context();
    if context.is_at_a_limit() {
        context.check_runtime_limits()?;
    }

    // SAFETY: Only tables of ordinary functions hold this method.
    let function: &OrdinaryFunction = unsafe { function_object.peek_data() };
    if function.code.is_class_constructor() {
        return Err(JsNativeError::typ()
            .with_message("class constructor cannot be invoked without 'new'")
            .with_realm(function.realm().clone())
            .into());
    }

    context.vm.push_call(function, argument_count);
    let code = &*function.code;

    // An arrow function without variables that closures share is done here.
    let is_lexical = code.this_mode == ThisMode::Lexical;
    let has_binding_identifier = code.has_binding_identifier();
    let has_function_scope = code.has_function_scope();
    if is_lexical && !has_binding_identifier && !has_function_scope {
        return Ok(CallValue::Ready);
    }

    let this = if is_lexical {
        ThisBindingStatus::Lexical
    } else {
        let is_object = code.strict() || context.vm.stack.peek_this(context.vm.frame()).is_object();
        if !has_function_scope {
            // Nothing but the frame refers to it: converted when it is used, if it is.
            context.vm.frame_mut().flags |= if is_object {
                CallFrameFlags::THIS_VALUE_CACHED
            } else {
                CallFrameFlags::THIS_VALUE_RAW
            };
            if !has_binding_identifier {
                return Ok(CallValue::Ready);
            }
        }
        let this = context.vm.stack.get_this(context.vm.frame());
        let this = if is_object || !has_function_scope {
            this
        } else {
            let this: JsValue = if this.is_null_or_undefined() {
                context.realm().global_this().clone().into()
            } else {
                this.to_object(context)?.into()
            };
            let frame = context.vm.frames.last().js_expect("frame must exist")?;
            context.vm.stack.set_this(frame, this.clone());
            this
        };
        if has_function_scope {
            context.vm.frame_mut().flags |= CallFrameFlags::THIS_VALUE_CACHED;
        }
        ThisBindingStatus::Initialized(this)
    };

    let frame = context.vm.frame_mut();
    let global = frame.realm.environment();
    let mut scope_index = 0;
    if has_binding_identifier {
        let index = frame.environments.push_lexical(1, global);
        frame.environments.put_lexical_value(
            BindingLocatorScope::Stack(index),
            0,
            function_object.clone().into(),
            global,
        );
        scope_index += 1;
    }
    if has_function_scope {
        frame.environments.push_function(
            code.constant_scope(scope_index),
            FunctionSlots::new(this, function_object.clone(), None),
            global,
        );
    }
    Ok(CallValue::Ready)
}
