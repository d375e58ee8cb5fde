/** Applies the decisions of the external authorization service to projects. */
import type { Model, QueryFilter } from 'mongoose';
import type { ProjectDocument } from '#projects/projects/project.model';
import type { Projects } from '#deps';
import type { Viewer } from '../access-keys';

const LABEL = 'external_authorization_classification_label';
/** Lists show projects of this many labels; the others are left out. */
const MAX_LABELS = 100;
const DENIED = 'External authorization denied access to this project';

type Deps = Pick<Projects, 'externalAuthorization'>;

/**
 * Returns why a viewer who could otherwise read a project is denied access; empty for anonymous
 * viewers, undefined if access is allowed.
 */
export async function denialOf(
  { externalAuthorization }: Deps,
  viewer: Viewer,
  project: Pick<ProjectDocument, typeof LABEL>,
): Promise<string | undefined> {
  if (!externalAuthorization.isEnabled || isInstance(viewer)) return undefined;
  if (viewer.id === null) return '';
  const { isAllowed, reason } = await externalAuthorization.decide(viewer.id, externalAuthorization.labelOf(project));
  return isAllowed ? undefined : reason || DENIED;
}

/** Whether a service or node asks for nobody: it uses no id, or 0. */
function isInstance({ id, admin }: Viewer): boolean {
  return admin && !id;
}

/** Returns the filter of the projects whose labels a viewer may access. */
export async function labelFilter(
  { externalAuthorization }: Deps,
  viewer: Viewer,
): Promise<QueryFilter<ProjectDocument>> {
  if (!externalAuthorization.isEnabled || isInstance(viewer)) return {};
  const { id } = viewer;
  if (id === null) return { _id: { $in: [] } };
  const { defaultLabel } = externalAuthorization;
  const labels = await externalAuthorization.labels();
  const decisions = await Promise.all(labels.map((label) => externalAuthorization.decide(id, label)));
  const allowed = labels.filter((_label, index) => decisions[index]?.isAllowed);
  const values = allowed.includes(defaultLabel) ? [...allowed, null, ''] : allowed;
  return { [LABEL]: { $in: values } };
}

/** Returns the errors of a label that the caller may not access themselves. */
export async function labelErrors(
  { externalAuthorization }: Deps,
  userId: number,
  label: string | null,
): Promise<string[]> {
  if (!externalAuthorization.isEnabled) return [];
  const name = externalAuthorization.labelOf({ [LABEL]: label });
  const { isAllowed, reason } = await externalAuthorization.decide(userId, name);
  return isAllowed ? [] : [`is unavailable: ${reason || `Access to '${name}' not allowed`}`];
}

/** Returns the labels of projects, at most `MAX_LABELS`. */
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
