async () => "hello" + (await host.later(1));
