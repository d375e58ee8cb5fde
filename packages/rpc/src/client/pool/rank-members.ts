/**
 * Rendezvous hashing: each key ranks all members, and each member scores independently of the
 * others. If one leaves, only the keys that preferred it move, to their next member.
 */
import { createHash } from 'node:crypto';

/** Returns the members with the preferred one of a key first. */
export function rankMembers<M extends { name: string }>(members: readonly M[], key: string): M[] {
  return members
    .map((member) => ({ member, score: scoreOf(member.name, key) }))
    .sort((a, b) => Buffer.compare(b.score, a.score))
    .map(({ member }) => member);
}

function scoreOf(name: string, key: string): Buffer {
  return createHash('sha1').update(name).update('\0').update(key).digest();
}
