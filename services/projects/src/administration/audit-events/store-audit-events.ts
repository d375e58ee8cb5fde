/** Stores the audit events derived from a bus event. Idempotent. */
import { isDuplicateKey, retryWriteConflicts } from '@forgemesh/data';
import type { ForgeEvent } from '@forgemesh/events';
import { fullPathOf, pathIds, type NamespaceNode } from '#namespaces';
import type { ProjectDocument } from '#projects/model';
import type { AuditDetails, AuditEntityType } from './audit-event.model';
import { auditedActions, type AuditedAction } from './audited-actions';
import type { AuditEventsDeps } from './deps';

/** Author id for actions of the instance and of anonymous callers. */
const NO_AUTHOR = -1;

/** Stores the audit events derived from a bus event, if any. */
export async function storeAuditEvents(deps: AuditEventsDeps, event: ForgeEvent): Promise<void> {
  const actions = auditedActions(event);
  if (actions.length === 0) return;
  const author = await authorOf(deps, event);
  for (const [at, action] of actions.entries()) {
    const { entity_type, entity_id, entity_path, ...details } = action;
    const path = entity_path === undefined ? await pathOf(deps, entity_type, entity_id) : entity_path;
    const row = {
      _id: await deps.nextAuditEventId(),
      effect_key: `${event.id}/${at}`,
      author_id: event.actor ?? NO_AUTHOR,
      entity_type,
      entity_id,
      details: { ...(await withNames(deps, details)), ...author, entity_path: path },
      created_at: new Date(event.time),
    };
    try {
      await retryWriteConflicts(() => deps.auditEvents.create([row]));
    } catch (error) {
      // The event was already stored by an earlier delivery.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

type Author = Omit<AuditDetails, keyof AuditedAction>;

async function authorOf(deps: AuditEventsDeps, event: ForgeEvent): Promise<Author> {
  const { actor, realactor: realActor, tokenid, clientaddress } = event;
  const isSudo = actor !== null && realActor !== undefined && realActor !== actor;
  const users = await deps.directory.findUsers([actor, isSudo ? realActor : null].filter((id) => id !== null));
  const nameOf = (id: number): string => users.get(id)?.name ?? `User ${id}`;
  return {
    author_name: actor === null ? (unknownAuthor(event) ?? 'System') : nameOf(actor),
    ip_address: clientaddress ?? null,
    ...(tokenid !== undefined && { token_id: tokenid }),
    ...(isSudo && { real_author_id: realActor, real_author_name: nameOf(realActor) }),
    correlation_id: event.correlationid,
  };
}

/** The user name that an anonymous caller tried to sign in with. */
function unknownAuthor(event: ForgeEvent): string | undefined {
  if (event.type !== 'identity.sign_in.failed') return undefined;
  return event.data.entity.name ?? 'An unknown user';
}

/** Adds names to targets that are given by id only. */
async function withNames(
  deps: AuditEventsDeps,
  details: Omit<AuditedAction, 'entity_type' | 'entity_id' | 'entity_path'>,
) {
  const { target_type: type, target_id: id, target_details: text } = details;
  if (text !== '' || typeof id !== 'number') return details;
  const name =
    type === 'User'
      ? (await deps.directory.findUsers([id])).get(id)?.name
      : await pathOf(deps, type as AuditEntityType, id);
  return { ...details, target_details: name ?? String(id) };
}

/** Full path of a project or group, or the user name; null if it does not exist. */
async function pathOf(deps: AuditEventsDeps, type: AuditEntityType, id: number): Promise<string | null> {
  switch (type) {
    case 'User':
      return (await deps.directory.findUsers([id])).get(id)?.username ?? null;
    case 'Project': {
      const project = await deps.projects.model
        .findById(id, { path: 1, namespace_id: 1, ancestor_ids: 1 })
        .lean<Pick<ProjectDocument, '_id' | 'path' | 'namespace_id' | 'ancestor_ids'>>();
      const tree = project && (await deps.namespaceTree.readTree(pathIds(project)));
      const namespace = tree?.get(project?.namespace_id ?? 0);
      return project && tree && namespace ? `${fullPathOf(namespace, tree)}/${project.path}` : null;
    }
    case 'Group': {
      const group = await deps.namespaces.model.findById(id, { path: 1, ancestor_ids: 1 }).lean<NamespaceNode>();
      return group ? fullPathOf(group, await deps.namespaceTree.readTree(pathIds(group))) : null;
    }
    default:
      return null;
  }
}
