  const fails = async (call) => {
    try {
      return await call();
    } catch (error) {
      return [error.code, error.message];
    }
  };
