import { parse } from "csv-parse/browser/esm/sync";

export default () => {
  const text = '"key","value"\n"a","1,5"\n b , 2 \n# note\n"c ""x""","3\n4"\n';
  return {
    arrays: parse(text, { comment: "#" }),
    objects: parse(text, { columns: true, trim: true, comment: "#", skip_empty_lines: true }),
    cast: parse("n,d,b\n1,2024-01-02,true\n-2.5,x,false", { columns: true, cast: (value, context) => (context.header ? value.toUpperCase() : Number.isNaN(Number(value)) ? value : Number(value)) }),
    tabs: parse("a\tb\n1\t2", { delimiter: "\t", from_line: 2 }),
    info: parse("a,b\n1,2", { info: true }).map(({ record, info }) => [record, info.lines, info.records]),
    relaxed: parse("a,b,c\n1,2\n3,4,5,6", { relax_column_count: true }),
    record: parse("x|y\n1|2\n3|4", { delimiter: "|", columns: true, on_record: (record, { lines }) => (lines > 2 ? { ...record, lines } : null) }),
    bom: parse("\ufeffa,b\n1,2", { bom: true, columns: true }),
    error: (() => { try { return parse("a,b\n1,2,3"); } catch (error) { return [error.code, error.message]; } })(),
    quote: (() => { try { return parse('a,"b'); } catch (error) { return [error.code, error.message]; } })(),
  };
};
