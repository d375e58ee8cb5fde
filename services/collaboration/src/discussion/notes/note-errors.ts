import { BadRequestError } from '@forgemesh/errors';

/** The error for an invalid new note, with the text that the API specifies. */
export function invalidNote(field: 'note' | 'base' | 'position', problem: string): BadRequestError {
  return new BadRequestError(invalidNoteText(field, problem));
}

/**
 * The error for a new note of quick actions only, which the API specifies although they have run.
 * `summary` has a sentence for each of them.
 */
export function commandsOnly(summary: readonly string[]): BadRequestError {
  return new BadRequestError(invalidNoteText('commands_only', 'Commands applied'), { details: { summary } });
}

function invalidNoteText(field: string, problem: string): string {
  return `400 (Bad request) "Note {:${field}=>["${problem}"]}" not given`;
}

/** The error for an invalid change of a note, with the text that the API specifies. */
export function invalidNoteChange(field: 'note', problem: string): BadRequestError {
  return new BadRequestError(`400 (Bad request) "Failed to save note {:${field}=>["${problem}"]}" not given`);
}
