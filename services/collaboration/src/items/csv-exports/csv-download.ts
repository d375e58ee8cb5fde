/** Lists of items as CSV files, which are written while the items are read. */
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { BadRequestError } from '@forgemesh/errors';
import type { Download } from '@forgemesh/rpc';
import type { Model, QueryFilter } from 'mongoose';
import { conditionOf, type ItemList } from '#items/lists';
import { allOf } from '#queries';

/** A longer list is refused before its first line is sent. */
const MAX_ROWS = 10_000;
const BATCH = 100;

/** A column: its name, and the value of a presented item. */
export type Column<Item> = readonly [string, (item: Item) => string | number | boolean | null | undefined];

/** The items of a file, and how they are presented. */
export interface CsvSource<Document extends { _id: number }, Item> {
  /** Name of the file. */
  fileName: string;
  model: Model<Document>;
  list: ItemList<Document>;
  present: (documents: Document[]) => Promise<readonly Item[]>;
  columns: readonly Column<Item>[];
}

/** Returns the file. Throws BadRequestError if the list is too long. */
export async function csvDownload<Document extends { _id: number }, Item>({
  fileName,
  model,
  list,
  present,
  columns,
}: CsvSource<Document, Item>): Promise<Download> {
  const condition = await conditionOf(list);
  const filter = (beyond: number): QueryFilter<Document> =>
    allOf([condition, { _id: { $lt: beyond } }]) as QueryFilter<Document>;
  const count = await model.countDocuments(filter(Number.MAX_SAFE_INTEGER), { limit: MAX_ROWS + 1 });
  if (count > MAX_ROWS) throw new BadRequestError(`The list has more than ${MAX_ROWS} entries. Use more filters.`);
  async function* lines(): AsyncGenerator<Buffer> {
    yield toLines([columns.map(([name]) => name)]);
    let last = Number.MAX_SAFE_INTEGER;
    for (let read = 0; read < MAX_ROWS; read += BATCH) {
      const found = (await model.find(filter(last), null, { sort: { _id: -1 }, limit: BATCH }).lean()) as Document[];
      if (found.length === 0) return;
      last = found.at(-1)?._id ?? 0;
      const items = await present(found);
      yield toLines(items.map((item) => columns.map(([, valueOf]) => valueOf(item) ?? '')));
    }
  }
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  };
  return { headers, content: Readable.from(lines()) };
}

/** Spreadsheets calculate values that begin like formulas, so those get an apostrophe. */
function toLines(rows: readonly (readonly unknown[])[]): Buffer {
  const cast = { boolean: (value: boolean) => (value ? 'true' : 'false') };
  return Buffer.from(stringify(rows as unknown[][], { cast, escape_formulas: true, record_delimiter: 'windows' }));
}
