/** Holders of custom attributes: projects and groups. */
import type { EntityDocument, EntityStore } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { CustomAttribute } from '#namespaces';
import type { CustomAttributesDeps } from './deps';

type WithAttributes = EntityDocument & { custom_attributes?: CustomAttribute[] };

/** The project or group of a request, with its custom attributes. */
export interface AttributeHolder {
  /** Reads its attributes. Throws NotFoundError if it was deleted. */
  read(): Promise<CustomAttribute[]>;
  /** Replaces its attributes by the computed ones. Throws NotFoundError if it was deleted. */
  change(compute: (attributes: CustomAttribute[]) => CustomAttribute[]): Promise<void>;
}

/** The project of a request. */
export function projectOf(call: Call<CustomAttributesDeps>): AttributeHolder {
  return holderOf(call, call.deps.projects, 'Project');
}

/** The group of a request. */
export function groupOf(call: Call<CustomAttributesDeps>): AttributeHolder {
  return holderOf(call, call.deps.namespaces, 'Group');
}

function holderOf<T extends WithAttributes>(call: Call<unknown>, store: EntityStore<T>, word: string): AttributeHolder {
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
