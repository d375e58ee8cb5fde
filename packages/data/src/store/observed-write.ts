/** What a write command of this process changes. */
import type { mongo } from 'mongoose';

/** A write command. */
export interface ObservedWrite {
  collection: string;
  /**
   * Whether the command may set one of these fields, or a part of it, to a value. Removing a field
   * does not set it; inserted and replaced documents may have any field.
   */
  maySet(fields: readonly string[]): boolean;
}

/** Commands that change documents. */
const writeCommands = new Set(['insert', 'update', 'delete', 'findAndModify', 'drop', 'dropDatabase']);

/** The write of a command; undefined for a read. */
export function observeWrite({
  commandName,
  command,
}: Pick<mongo.CommandStartedEvent, 'commandName' | 'command'>): ObservedWrite | undefined {
  if (!writeCommands.has(commandName)) return undefined;
  return {
    collection: String(command[commandName]),
    maySet: (fields) => updatesOf(commandName, command).some((update) => setsAny(update, fields)),
  };
}

/** The updates of a command; undefined stands for a change that may concern any field. */
function updatesOf(name: string, command: mongo.Document): unknown[] {
  if (name === 'delete') return [];
  if (name === 'update') return (command['updates'] as { u: unknown }[]).map(({ u }) => u);
  if (name === 'findAndModify') return command['remove'] ? [] : [command['update']];
  return [undefined];
}

function setsAny(update: unknown, fields: readonly string[]): boolean {
  if (typeof update !== 'object' || update === null || Array.isArray(update)) return true;
  return Object.entries(update as Record<string, object>).some(([operator, values]) => {
    // A document without operators replaces another one.
    if (!operator.startsWith('$')) return true;
    if (operator === '$unset') return false;
    return Object.keys(values).some((name) => fields.some((field) => overlaps(name, field)));
  });
}

/** Whether one of two paths is the other one, or contains it. */
function overlaps(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
