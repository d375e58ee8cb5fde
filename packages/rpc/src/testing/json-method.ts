/** Methods whose messages are JSON, for tests with servers of their own. */
import type { MethodDefinition } from '../operation';

/** A unary method with messages of one type; `empty` is the message without bytes. */
export function jsonMethod<T>(path: string, empty: T) {
  const write = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  const read = (bytes: Buffer): T => (bytes.length === 0 ? empty : (JSON.parse(String(bytes)) as T));
  const method = {
    path,
    requestStream: false as const,
    responseStream: false as const,
    requestSerialize: write,
    requestDeserialize: read,
    responseSerialize: write,
    responseDeserialize: read,
  };
  return method satisfies MethodDefinition<T, T>;
}
