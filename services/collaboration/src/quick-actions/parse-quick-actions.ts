/** Extracts the quick actions from a text. */
import { linesInFences } from '#texts';
import type { QuickAction } from './quick-action';
import type { NoteableType } from '#items/model';

/** An action in a text. */
export interface ParsedAction {
  action: QuickAction;
  argument: string;
}

/** A text without its actions, and the actions in order. */
export interface ParsedText {
  text: string;
  actions: ParsedAction[];
}

/** Further actions stay in the text. */
const MAX_ACTIONS = 100;
const command = /^\/([a-z_]{1,40})(?:[ \t]+(.*))?$/i;

/**
 * Actions are lines outside of code blocks. Lines that are not an action for the target type stay
 * in the text.
 */
export function parseQuickActions(
  text: string,
  type: NoteableType,
  actionsByName: ReadonlyMap<string, QuickAction>,
): ParsedText {
  if (!text.includes('/')) return { text, actions: [] };
  const lines = text.split('\n');
  const isCode = linesInFences(lines);
  const actions: ParsedAction[] = [];
  const remaining = lines.flatMap((line, index) => {
    const parsed = isCode[index] || actions.length >= MAX_ACTIONS ? undefined : actionIn(line, type, actionsByName);
    if (!parsed) return [line];
    actions.push(parsed);
    return parsed.action.text ? [parsed.action.text(parsed.argument)] : [];
  });
  return actions.length === 0 ? { text, actions } : { text: remaining.join('\n').trim(), actions };
}

function actionIn(
  line: string,
  type: NoteableType,
  actionsByName: ReadonlyMap<string, QuickAction>,
): ParsedAction | undefined {
  const [, name = '', argument = ''] = command.exec(line.trimEnd()) ?? [];
  const action = actionsByName.get(name.toLowerCase());
  return action?.on.includes(type) ? { action, argument: argument.trim() } : undefined;
}
