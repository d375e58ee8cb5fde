/** Creates labels: for the create operations, and for items that name missing labels. */
import { isDuplicateKey } from '@forgemesh/data';
import { ConflictError, ValidationError } from '@forgemesh/errors';
import { labelColor } from './label-color';
import { labelsInScope, type LabelScope } from './label-scope';
import type { LabelDocument } from './label.model';
import type { LabelsDeps } from './deps';

const MAX_TITLE = 255;
/** Color of labels that are created because an item names them. */
const DEFAULT_COLOR = '#428BCA';
/** Commas separate label names in requests; `?` and `&` are not allowed either. */
const forbidden = /[,?&]/;

/** A label to create. */
export interface NewLabel {
  /** The label belongs to the project, or to the last of the groups. */
  scope: LabelScope;
  title: string;
  color: string;
  description: string | null;
  priority: number | null;
  actor: number;
  operationId?: string | undefined;
}

/**
 * Creates a label. Throws ConflictError if the title exists in the scope, ValidationError if the
 * label is invalid.
 */
export async function makeLabel(deps: LabelsDeps, fields: NewLabel): Promise<LabelDocument> {
  const { scope, operationId } = fields;
  const earlier = await deps.planning.labels.findByOperation(operationId ?? '');
  if (earlier) return earlier;
  const title = fields.title.trim();
  const color = labelColor(fields.color.trim());
  assertValid(title, color);
  if (await deps.planning.labels.model.exists({ $and: [labelsInScope(scope), { title }] })) throw taken();
  return insertLabel(deps, { ...fields, title, color });
}

/**
 * Inserts a valid label whose title is new in the scope. Throws ConflictError if another call has
 * created it.
 */
async function insertLabel(deps: Pick<LabelsDeps, 'planning'>, fields: NewLabel): Promise<LabelDocument> {
  const { scope, title, color, actor, operationId } = fields;
  const now = new Date();
  const isProjects = scope.project_id !== null;
  try {
    return await deps.planning.labels.insert(
      {
        _id: await deps.planning.labels.nextId(),
        project_id: scope.project_id,
        group_id: isProjects ? null : (scope.group_ids.at(-1) ?? null),
        title,
        title_lower: title.toLowerCase(),
        color,
        description: fields.description,
        priorities:
          isProjects && fields.priority !== null ? [{ project_id: scope.project_id, priority: fields.priority }] : [],
        subscriptions: [],
        created_at: now,
        updated_at: now,
        ...(operationId !== undefined && { operation_id: operationId }),
      } as Parameters<typeof deps.planning.labels.insert>[0],
      [{ type: 'collaboration.label.created', actor }],
    );
  } catch (error) {
    if (isDuplicateKey(error)) throw taken();
    throw error;
  }
}

/**
 * Creates labels with titles that are new in the scope; returns their ids in the same order. Throws
 * ValidationError before any is created if a title is invalid.
 */
export async function makeMissingLabels(
  deps: Pick<LabelsDeps, 'planning'>,
  scope: LabelScope,
  titles: readonly string[],
  actor: number,
): Promise<number[]> {
  for (const title of titles) assertValid(title, DEFAULT_COLOR);
  const fields = { scope, color: DEFAULT_COLOR, description: null, priority: null, actor };
  // The store combines the inserts into one command.
  return Promise.all(
    titles.map(async (title) => {
      try {
        return (await insertLabel(deps, { ...fields, title }))._id;
      } catch (error) {
        // Another call created the label concurrently.
        const first = error instanceof ConflictError ? await findByTitle(deps, scope, title) : null;
        if (!first) throw error;
        return first._id;
      }
    }),
  );
}

function findByTitle(
  { planning: { labels } }: Pick<LabelsDeps, 'planning'>,
  scope: LabelScope,
  title: string,
): Promise<LabelDocument | null> {
  return labels.model.findOne({ $and: [labelsInScope(scope), { title }] }).lean<LabelDocument>();
}

/** Throws ValidationError if the title or color is invalid. */
export function assertValid(title: string, color: string | null): asserts color is string {
  const ofTitle = titleErrors(title);
  const errors = {
    ...(ofTitle.length > 0 && { title: ofTitle }),
    ...(color === null && { color: ['must be a valid color code'] }),
  };
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

/** The errors of a title. */
export function titleErrors(title: string): string[] {
  return [
    ...(title === '' ? ["can't be blank"] : []),
    ...(forbidden.test(title) ? ['is invalid'] : []),
    ...(title.length > MAX_TITLE ? [`is too long (maximum is ${MAX_TITLE} characters)`] : []),
  ];
}

function taken(): ConflictError {
  return new ConflictError('Label already exists');
}
