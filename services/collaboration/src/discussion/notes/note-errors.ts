import { BadRequestError } from '@forgemesh/errors';

/** The error for an invalid new note, with the text that the API specifies. */
export function invalidNote(field: 'note' | 'base' | 'position' | 'commands_only', problem: string): BadRequestError {
  return new BadRequestError(`400 (Bad request) "Note {:${field}=>["${problem}"]}" not given`);
}

/** The error for an invalid change of a note, with the text that the API specifies. */
export function invalidNoteChange(field: 'note', problem: string): BadRequestError {
  return new BadRequestError(`400 (Bad request) "Failed to save note {:${field}=>["${problem}"]}" not given`);
}
