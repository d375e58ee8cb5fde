import { NamespaceServiceDefinition } from '@forgemesh/proto/projects/v1/namespace';
import { operation, type Call } from '@forgemesh/rpc';
import type { NamespacesDeps } from '../deps';

/** Maximum number of numbered paths to try for a suggestion. */
const MAX_SUGGESTIONS_TRIED = 100;

/** Checks whether a path is taken, case-insensitive, and suggests the first free numbered path. */
export const getNamespaceExistence = operation(
  NamespaceServiceDefinition.getNamespaceExistence,
  async ({ id: path }, call: Call<NamespacesDeps>) => {
    const parent_id = call.optionalResource('parent_id')?.id ?? 0;
    const numbered = Array.from({ length: MAX_SUGGESTIONS_TRIED }, (_, index) => `${path}${index + 1}`);
    const candidates = [path, ...numbered].map((text) => text.toLowerCase());
    const taken = new Set(
      await call.deps.namespaces.model.find({ parent_id, path_lower: { $in: candidates } }).distinct('path_lower'),
    );
    const exists = taken.has(path.toLowerCase());
    const free = numbered.find((text) => !taken.has(text.toLowerCase()));
    return { exists, suggests: exists && free !== undefined ? [free] : [] };
  },
);
