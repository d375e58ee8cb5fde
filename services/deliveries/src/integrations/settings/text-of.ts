import type { Properties } from './definitions';

/** A property as text; empty if it is not set. */
export function textOf(properties: Properties, name: string): string {
  return String(properties[name] ?? '');
}
