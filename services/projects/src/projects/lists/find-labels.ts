import type { Model } from 'mongoose';
import type { ProjectDocument } from '#projects/model';

const LABEL = 'external_authorization_classification_label';
/** Lists show projects of this many labels; the others are left out. */
const MAX_LABELS = 100;

/** Returns the labels of projects for external authorization, at most `MAX_LABELS`. */
export async function findLabels(model: Model<ProjectDocument>): Promise<string[]> {
  const labels: string[] = [];
  while (labels.length < MAX_LABELS) {
    // One indexed read for each label, however many projects have it.
    const next = await model
      .findOne({ [LABEL]: { $gt: labels.at(-1) ?? '' } }, { [LABEL]: 1 })
      .sort({ [LABEL]: 1 })
      .lean<ProjectDocument>();
    if (!next?.[LABEL]) break;
    labels.push(next[LABEL]);
  }
  return labels;
}
