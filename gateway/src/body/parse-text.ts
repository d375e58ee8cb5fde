/** Parses bodies that consist of parameters only. */
import type { RawParams } from '../params/nesting';
import { parseForm } from './form';
import { parseJsonBody } from './json-body';

/** Content type of such a body. */
export type TextKind = 'json' | 'form';

/** Parses a body. Throws InvalidParameterError. */
export function parseText(kind: TextKind, bytes: Buffer): RawParams {
  return kind === 'json' ? parseJsonBody(bytes) : parseForm(bytes.toString('utf8'));
}
