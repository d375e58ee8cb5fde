import { homedir } from 'node:os';
import { join } from 'node:path';

/** @returns {string} `$XDG_CACHE_HOME/forgemesh`, or `~/.cache/forgemesh` */
export function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'forgemesh');
}

/** @returns {string} where Node keeps compiled code between starts */
export function compileCacheFolder() {
  return join(cacheFolder(), 'compiled');
}
