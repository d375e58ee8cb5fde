/** Temporary changes of instance settings. */
import { asRoot } from '@forgemesh/testing';

const path = '/application/settings';

/** Runs work with changed instance settings, and restores the previous ones. */
export async function withSettings<T>(settings: Record<string, unknown>, run: () => Promise<T>): Promise<T> {
  const root = asRoot();
  const { body } = await root.get(path);
  const before = Object.fromEntries(Object.keys(settings).map((name) => [name, body[name] as unknown]));
  const changed = await root.put(path, settings);
  if (changed.status !== 200) throw new Error(`settings not changed: ${JSON.stringify(changed.body)}`);
  try {
    return await run();
  } finally {
    await root.put(path, before);
  }
}
