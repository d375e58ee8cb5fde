/** Encodes the HTTP body of an operation's response. */
import type { OperationContract } from '../contract';
import { writeJson } from './prepared-json';

const empty = Buffer.alloc(0);

/** Returns the bytes of the body; empty if the operation has none. */
export function encodeBody(response: unknown, contract: OperationContract | undefined): Buffer {
  if (contract?.status === 204 || response === undefined) return empty;
  const field = contract?.options.body;
  const body = field ? ((response as Record<string, unknown>)[field] ?? null) : response;
  return writeJson(body);
}
