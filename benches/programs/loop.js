() => { for (let i = 0; i < 3e7; i++) {} return 1; }
