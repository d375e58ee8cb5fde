/** Extracts the quick actions from a text. */
import type { NoteableType } from '../notes/note.model';
import { linesInFences } from '../references/prose';
import type { QuickAction } from './quick-action';
import { quickActions } from './quick-actions';

/** An action in a text. */
export interface AskedAction {
  action: QuickAction;
  argument: string;
}

/** A text without its actions, and the actions in order. */
export interface ActingText {
  text: string;
  actions: AskedAction[];
}

/** Further actions stay in the text. */
const MAX_ACTIONS = 100;
const command = /^\/([a-z_]{1,40})(?:[ \t]+(.*))?$/i;

/**
 * Actions are lines outside of code blocks. Lines that are not an action for the target type stay
 * in the text.
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
