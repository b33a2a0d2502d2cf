#!/usr/bin/env node
/** The command `isolate-run`. */
import { native } from "./native.js";

process.exitCode = native.command(["isolate-run", ...process.argv.slice(2)]);
