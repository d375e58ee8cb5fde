/**
 * Parts of answers that are JSON already: they are written as they are, where the answer is JSON,
 * too.
 */

/** A value as JSON in UTF-8. */
export class PreparedJson {
  constructor(readonly bytes: Buffer) {}

  /** The value itself. */
  value(): unknown {
    return JSON.parse(this.bytes.toString('utf8'));
  }

  /** For whoever writes it in the usual way. */
  toJSON(): unknown {
    return this.value();
  }
}

/**
 * A list of values that are JSON already, as a handler answers it: the answer itself or one of its
 * fields.
 */
export function preparedList<T>(values: readonly Buffer[]): T[] {
  const parts = values.flatMap((value, index) => (index === 0 ? [value] : [COMMA, value]));
  return new PreparedJson(Buffer.concat([OPEN, ...parts, CLOSE])) as unknown as T[];
}

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

/** Writes a value with the parts of it that are prepared. */
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
