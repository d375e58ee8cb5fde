/** Parts of responses that are already JSON: they are copied unchanged into JSON responses. */

/** A value as JSON in UTF-8. */
export class PreparedJson {
  constructor(readonly bytes: Buffer) {}

  /** Returns the parsed value. */
  value(): unknown {
    return JSON.parse(this.bytes.toString('utf8'));
  }

  /** For writers that use JSON.stringify. */
  toJSON(): unknown {
    return this.value();
  }
}

/** Creates a list of values that are already JSON: the response itself or one of its fields. */
export function preparedList<T>(values: readonly Buffer[]): T[] {
  const parts = values.flatMap((value, index) => (index === 0 ? [value] : [COMMA, value]));
  return new PreparedJson(Buffer.concat([OPEN, ...parts, CLOSE])) as unknown as T[];
}

/**
 * Creates a text that is already JSON, with its quotes: for texts of many megabytes, which take
 * long to escape.
 */
export function preparedText(json: Buffer): string {
  return new PreparedJson(json) as unknown as string;
}

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

/** Writes a value including its prepared parts. */
export function writeJson(value: unknown): Buffer {
  if (value instanceof PreparedJson) return value.bytes;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return Buffer.from(JSON.stringify(value));
  const fields = Object.entries(value as Record<string, unknown>);
  const prepared = fields.filter((field): field is [string, PreparedJson] => field[1] instanceof PreparedJson);
  if (prepared.length === 0) return Buffer.from(JSON.stringify(value));
  const rest = JSON.stringify(Object.fromEntries(fields.filter(([, part]) => !(part instanceof PreparedJson))));
  const parts = prepared.flatMap(([name, { bytes }], index) => {
    const isFirst = index === 0 && rest === '{}';
    return [Buffer.from(`${isFirst ? '' : ','}${JSON.stringify(name)}:`), bytes];
  });
  return Buffer.concat([Buffer.from(rest.slice(0, -1)), ...parts, Buffer.from('}')]);
}
