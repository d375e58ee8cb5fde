/** Takes the quick actions out of a text. */
import type { NoteableType } from '../notes/note.model';
import { linesInFences } from '../references/prose';
import type { QuickAction } from './quick-action';
import { quickActions } from './quick-actions';

/** An action that a text asks for. */
export interface AskedAction {
  action: QuickAction;
  argument: string;
}

/** A text without its actions, and the actions in their order. */
export interface ActingText {
  text: string;
  actions: AskedAction[];
}

/** More are left in the text. */
const MAX_ACTIONS = 100;
const command = /^\/([a-z_]{1,40})(?:[ \t]+(.*))?$/i;

/**
 * The actions are lines of their own outside of code. Lines that are no action of the target stay
 * as they are.
 */
export function parseQuickActions(text: string, type: NoteableType): ActingText {
  if (!text.includes('/')) return { text, actions: [] };
  const lines = text.split('\n');
  const isCode = linesInFences(lines);
  const actions: AskedAction[] = [];
  const kept = lines.flatMap((line, index) => {
    const asked = isCode[index] || actions.length >= MAX_ACTIONS ? undefined : actionIn(line, type);
    if (!asked) return [line];
    actions.push(asked);
    return asked.action.text ? [asked.action.text(asked.argument)] : [];
  });
  return actions.length === 0 ? { text, actions } : { text: kept.join('\n').trim(), actions };
}

function actionIn(line: string, type: NoteableType): AskedAction | undefined {
  const [, name = '', argument = ''] = command.exec(line.trimEnd()) ?? [];
  const action = quickActions.get(name.toLowerCase());
  return action?.on.includes(type) ? { action, argument: argument.trim() } : undefined;
}
