/** Types and helpers that the audited actions of all services share. */
import type { EventType, ForgeEvent } from '@forgemesh/events';
import type { AuditAction, AuditEntityType } from '../audit-event.model';

/** An audited action, without its author. */
export interface AuditedAction extends AuditAction {
  entity_type: AuditEntityType;
  entity_id: number;
  /** Full path of the entity, if the event contains it. */
  entity_path?: string;
}

export type Action = Omit<AuditAction, 'target_id' | 'target_type' | 'target_details'>;
export type AuditedEntity = Pick<AuditedAction, 'entity_type' | 'entity_id' | 'entity_path'>;
export type Target = Pick<AuditAction, 'target_id' | 'target_type' | 'target_details'>;
/** Returns null for an event that is not audited. */
export type Reader<Type extends EventType> = (event: ForgeEvent<Type>) => AuditedAction[] | null;
/**
 * Declared as a method, so that each function may take only the event types that it is listed for.
 */
export type AnyReader = { read(event: ForgeEvent): AuditedAction[] | null }['read'];
/** Readers by event type. */
export type Readers = Partial<Record<EventType, AnyReader>>;
export type Changes = Record<string, { from?: unknown; to?: unknown }>;

export const INSTANCE: AuditedEntity = { entity_type: 'Gitlab::Audit::InstanceScope', entity_id: 1 };
/** Maximum length of a stored value, in characters. */
const MAX_TEXT = 1_000;

export function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_TEXT);
}

/** A one-line label of an object; empty for null. */
export function toLabel(value: unknown): string {
  return toText(value) ?? '';
}

export function verbOf({ type }: ForgeEvent): string {
  return type.slice(type.lastIndexOf('.') + 1);
}

export function projectEntity(id: unknown, path?: unknown): AuditedEntity {
  return entityOf('Project', id, path);
}

export function entityOf(type: AuditEntityType, id: unknown, path?: unknown): AuditedEntity {
  return { entity_type: type, entity_id: Number(id), ...(typeof path === 'string' && { entity_path: path }) };
}

/** The owner with the key `project/1`, `group/1` or `instance`. */
export function ownerEntity(owner: string): AuditedEntity {
  const [kind, id] = owner.split('/');
  if (kind === 'instance') return INSTANCE;
  return entityOf(kind === 'group' ? 'Group' : 'Project', id);
}

/** The action for a created or deleted object. */
export function lifecycleAction(event: ForgeEvent, object: string): Action {
  return /deleted|removed|revoked/.test(verbOf(event)) ? { remove: object } : { add: object };
}

/** One action for each changed field that has a label. */
export function fieldActions(changes: Changes, labels: Record<string, string>): Action[] {
  return Object.entries(changes)
    .filter(([field]) => Object.hasOwn(labels, field))
    .map(([field, change]) => changeAction(labels[field] ?? field, change));
}

/** The action for a changed field. Without values if the event does not contain them. */
export function changeAction(label: string, { from = null, to = null }: Changes[string]): Action {
  return from === null && to === null ? { change: label } : { change: label, from: toText(from), to: toText(to) };
}

export function actionsOf(auditedEntity: AuditedEntity, target: Target, actions: readonly Action[]): AuditedAction[] {
  return actions.map((action) => ({ ...action, ...target, ...auditedEntity }));
}

/** Whether the event was caused by the deletion of another object, which is audited itself. */
export function isCascade({ actor, clientaddress }: ForgeEvent): boolean {
  return actor !== null && clientaddress === undefined;
}

/** Scheme and host of a URL; the rest may be secret. */
export function originOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).origin : '';
}

export const LIFECYCLE = ['created', 'updated', 'deleted'] as const;
export type Lifecycle = (typeof LIFECYCLE)[number];

/** An event of an object that belongs to a project, a group or the instance. */
type OwnedObjectEvent<Owned> = ForgeEvent & { data: { entity: Owned } };
type OwnedObject = { owner: string } | { project_id: number };

/**
 * Reader for objects of a project, a group or the instance whose changes are audited without their
 * fields.
 */
export function ownedObjectReader<Owned extends OwnedObject>(
  object: string,
  kind: string,
  nameOf: (entity: Owned) => unknown,
): (event: OwnedObjectEvent<Owned>) => AuditedAction[] | null {
  return (event) => {
    const entity: Owned = event.data.entity;
    if (verbOf(event) === 'deleted' && isCascade(event)) return null;
    const auditedEntity = 'owner' in entity ? ownerEntity(entity.owner) : projectEntity(entity.project_id);
    const target = { target_id: event.subject, target_type: kind, target_details: toLabel(nameOf(entity)) };
    return actionsOf(auditedEntity, target, [
      verbOf(event) === 'updated' ? { change: object } : lifecycleAction(event, object),
    ]);
  };
}

type InstanceType =
  | `settings.feature.${Lifecycle}`
  | 'settings.appearance.updated'
  | `geo.node.${Lifecycle | 'credentials_shown' | 'repaired'}`;

export function instanceReader(object: string, kind: string): Reader<InstanceType> {
  return (event) => {
    const { entity } = event.data;
    const title = 'name' in entity ? entity.name : undefined;
    const target = { target_id: event.subject, target_type: kind, target_details: toLabel(title) };
    const isNew = verbOf(event) === 'created' || verbOf(event) === 'deleted';
    const label = verbOf(event) === 'updated' ? object : `${object} ${verbOf(event).replaceAll('_', ' ')}`;
    return actionsOf(INSTANCE, target, [isNew ? lifecycleAction(event, object) : { change: label }]);
  };
}

/** Registers a reader for several events of a resource. */
export function readersFor<Resource extends string, Verb extends string>(
  resource: Resource,
  verbs: readonly Verb[],
  read: Reader<Extract<EventType, `${Resource}.${Verb}`>>,
): Readers {
  return Object.fromEntries(verbs.map((verb) => [`${resource}.${verb}`, read]));
}
