/** What keeps custom attributes: a project or a group. */
import type { EntityDocument, EntityStore } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import type { ProjectsCall } from '../../operation';
import type { CustomAttribute } from './custom-attribute';

type WithAttributes = EntityDocument & { custom_attributes?: CustomAttribute[] };

/** A document with attributes that an operation names. */
export interface AttributeHolder {
  /** Its attributes. Throws NotFoundError where it is gone. */
  read(): Promise<CustomAttribute[]>;
  /** Replaces its attributes by what is made of them. Throws NotFoundError where it is gone. */
  change(compute: (attributes: CustomAttribute[]) => CustomAttribute[]): Promise<void>;
}

/** The project that an operation names. */
export function projectOf(call: ProjectsCall): AttributeHolder {
  return holder(call, call.deps.projects, 'Project');
}

/** The group that an operation names. */
export function groupOf(call: ProjectsCall): AttributeHolder {
  return holder(call, call.deps.namespaces, 'Group');
}

function holder<T extends WithAttributes>(call: ProjectsCall, store: EntityStore<T>, word: string): AttributeHolder {
  const { id } = call.resource('id');
  return {
    async read() {
      const found = await store.find(id);
      if (!found) throw new NotFoundError(word);
      return found.custom_attributes ?? [];
    },
    async change(compute) {
      const changed = await store.mutate(id, ({ custom_attributes: attributes = [] }) => ({
        set: { custom_attributes: compute(attributes) } as Partial<T>,
      }));
      if (!changed) throw new NotFoundError(word);
    },
  };
}
