/** Small files as parameters: their content is part of the request of a unary operation. */
import type { DescField } from '@bufbuild/protobuf';
import type { SmallFile } from '@forgemesh/proto/api/v1/small_file';
import { INVALID } from './coerce';
import type { SpooledFile } from '../body/spool';

const MAX_BYTES = 1024 * 1024;

/** The value of an empty string in place of a file. */
export const NO_FILE: SmallFile = { name: '', content: '' };

/** Whether a field is a small file. */
export function isSmallFile(field: DescField): boolean {
  return field.fieldKind === 'message' && field.message.typeName === 'forgemesh.api.v1.SmallFile';
}

/**
 * Reads a received file up to `MAX_BYTES`; operations with small files have lower limits of their
 * own.
 */
export async function toSmallFile(file: SpooledFile): Promise<SmallFile> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.read(MAX_BYTES)) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= MAX_BYTES) break;
  }
  return { name: file.name, content: Buffer.concat(chunks).toString('base64') };
}

/** Reads the value that the gateway has set for a file; a value from the client is invalid. */
export function readSmallFile(value: unknown, path: string, problems: string[]): unknown {
  const { name, content } = value as Partial<SmallFile>;
  if (typeof name === 'string' && typeof content === 'string') return { name, content };
  problems.push(`${path} is invalid`);
  return INVALID;
}
