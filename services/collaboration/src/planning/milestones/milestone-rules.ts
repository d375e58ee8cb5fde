/** Validates milestones, with the error messages that the API specifies. */
import { ValidationError } from '@forgemesh/errors';
import { assertTexts } from '#texts';
import type { Condition } from '#queries';
import { type LabelScope, labelsInScope } from '#planning/labels';
import type { MilestoneDocument } from './milestone.model';
import type { MilestonesDeps } from './deps';

type MilestoneFields = Pick<MilestoneDocument, 'title' | 'description' | 'start_date' | 'due_date'>;

/** Throws ValidationError if the texts are invalid, or the due date precedes the start date. */
export function assertMilestone({ title, description, start_date: start, due_date: due }: MilestoneFields): void {
  assertTexts({ title, description });
  if (start && due && due < start) throw new ValidationError({ due_date: ['must be greater than start date'] });
}

/**
 * Throws ValidationError if the project or group, or an ancestor group, has a milestone with the
 * title.
 */
export async function assertFreeTitle(
  { planning: { milestones } }: MilestonesDeps,
  scope: LabelScope,
  title: string,
  except?: number,
): Promise<void> {
  const others = [labelsInScope(scope) as Condition, { title, ...(except !== undefined && { _id: { $ne: except } }) }];
  if (await milestones.model.exists({ $and: others })) throw titleTaken();
}

/** The error for an existing title. */
export function titleTaken(): ValidationError {
  return new ValidationError({ title: ['already being used for another group or project milestone.'] });
}
