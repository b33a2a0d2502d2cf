import type { Config } from './config';
import { type Row } from './rows';
export type { Config };
export interface Options { deep: Array<Array<number>> }
export default async function main(options: Options = { deep: [] }): Promise<number> {
  return options.deep.length;
}

//= result: 0
