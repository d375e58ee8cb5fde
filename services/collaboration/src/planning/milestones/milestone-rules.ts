/** What milestones must be, in the API's own words. */
import { ValidationError } from '@forgemesh/errors';
import { assertTexts } from '../../items/shared/texts/item-texts';
import type { Condition } from '../../items/shared/lists/conditions';
import { labelsAt, type LabelPlace } from '../labels/label-place';
import type { Collaboration } from '../../deps';
import type { MilestoneDocument } from './milestone.model';

type Said = Pick<MilestoneDocument, 'title' | 'description' | 'start_date' | 'due_date'>;

/** Throws ValidationError for texts that are none, and for a last day before the first. */
export function assertMilestone({ title, description, start_date: start, due_date: due }: Said): void {
  assertTexts({ title, description });
  if (start && due && due < start) throw new ValidationError({ due_date: ['must be greater than start date'] });
}

/** Throws ValidationError for a title that the place or a group above it has. */
export async function assertFreeTitle(
  { milestones }: Collaboration,
  place: LabelPlace,
  title: string,
  except?: number,
): Promise<void> {
  const others = [labelsAt(place) as Condition, { title, ...(except !== undefined && { _id: { $ne: except } }) }];
  if (await milestones.model.exists({ $and: others })) throw takenTitle();
}

/** The refusal of a title that is there already. */
export function takenTitle(): ValidationError {
  return new ValidationError({ title: ['already being used for another group or project milestone.'] });
}
