/**
 * Compiles the English texts in the code, so that browsers need no parser of messages. A text is
 * the `message` of a descriptor whose `id` is derived from it.
 */
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  value?: unknown;
  key?: { name?: string };
  properties?: Node[];
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The plugin; it runs after the macros were replaced by descriptors. */
export function compileTexts(): Plugin {
  return {
    name: 'compile-texts',
    transform(code, id) {
      if (!/\/web\/src\/.*\.tsx?$/.test(id) || !code.includes('message: ')) return null;
      const edits: Edit[] = [];
      collect(this.parse(code), edits);
      return edits.reduceRight((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);
    },
  };
}

/** Adds the edits of a part of the syntax tree, in the order of the source. */
function collect(part: unknown, edits: Edit[]): void {
  if (Array.isArray(part)) for (const item of part) collect(item, edits);
  if (!isNode(part)) return;
  const message = part.type === 'ObjectExpression' ? messageOf(part.properties ?? []) : undefined;
  if (message !== undefined) edits.push(message);
  for (const [key, value] of Object.entries(part)) if (key !== 'type') collect(value, edits);
}

function messageOf(properties: readonly Node[]): Edit | undefined {
  const fields = new Map(properties.map((property) => [property.key?.name, property.value as Node | undefined]));
  const message = fields.get('message');
  const text = message?.value;
  const context = fields.get('context')?.value;
  if (message === undefined || typeof text !== 'string') return undefined;
  const id = generateMessageId(text, typeof context === 'string' ? context : undefined);
  if (fields.get('id')?.value !== id) return undefined;
  const compiled = compileMessage(text);
  // A text without placeholders is the only token.
  const [only, ...others] = Array.isArray(compiled) ? compiled : [compiled];
  const value = others.length === 0 && typeof only === 'string' ? only : compiled;
  return { start: message.start, end: message.end, text: JSON.stringify(value) };
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && typeof (part as Partial<Node>).type === 'string';
}
