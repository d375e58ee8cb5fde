import type { RemoteMirrorSettings } from './remote-mirror.model';

const names = ['enabled', 'only_protected_branches', 'keep_divergent_refs'] as const;

/** The settings that a request sets. */
export function remoteMirrorSettings(
  request: Partial<Record<keyof RemoteMirrorSettings, boolean | undefined>>,
): Partial<RemoteMirrorSettings> {
  return Object.fromEntries(names.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]));
}
