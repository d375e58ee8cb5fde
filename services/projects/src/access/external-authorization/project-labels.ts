/** Applies the decisions of the external authorization service to projects. */
import type { Viewer } from '#access';
import type { ExternalAuthorizationDeps } from './deps';

const LABEL = 'external_authorization_classification_label';
const DENIED = 'External authorization denied access to this project';

type Deps = Pick<ExternalAuthorizationDeps, 'externalAuthorization'>;

/** Filter of projects by their labels; empty for all projects. */
export interface LabelFilter {
  _id?: { $in: number[] };
  [LABEL]?: { $in: (string | null)[] };
}

/**
 * Returns why a viewer who could otherwise read a project is denied access; empty for anonymous
 * viewers, undefined if access is allowed.
 */
export async function denialOf(
  { externalAuthorization }: Deps,
  viewer: Viewer,
  project: { [LABEL]: string | null },
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
export async function labelFilter({ externalAuthorization }: Deps, viewer: Viewer): Promise<LabelFilter> {
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
