/** Commits as an Atom feed (RFC 4287). */
import type { Commit } from '@forgemesh/git-engine';
import { escapeHtml } from '@forgemesh/http';
import { dateOf, titleOf } from './commit.entity';

/** A feed of commits, newest first. */
export interface CommitFeed {
  title: string;
  /** URL of the feed. */
  selfUrl: string;
  /** URL of the page that shows the same commits. */
  pageUrl: string;
  commits: readonly Commit[];
  /** URL of the page of a commit. */
  urlOf: (commit: Commit) => string;
}

/** Writes a feed. */
export function writeCommitFeed({ title, selfUrl, pageUrl, commits, urlOf }: CommitFeed): string {
  const [newest] = commits;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>${xml(title)}</title>`,
    `<link href="${xml(selfUrl)}" rel="self" type="application/atom+xml"/>`,
    `<link href="${xml(pageUrl)}" rel="alternate" type="text/html"/>`,
    `<id>${xml(pageUrl)}</id>`,
    `<updated>${newest ? dateOf(newest.committer) : new Date(0).toISOString()}</updated>`,
    ...commits.map((commit) => writeEntry(commit, urlOf(commit))),
    '</feed>',
    '',
  ].join('\n');
}

function writeEntry(commit: Commit, url: string): string {
  const { name, email } = commit.author;
  return [
    '<entry>',
    `<id>${xml(url)}</id>`,
    `<link href="${xml(url)}"/>`,
    `<title>${xml(titleOf(commit.message))}</title>`,
    `<updated>${dateOf(commit.committer)}</updated>`,
    `<author><name>${xml(name || email)}</name><email>${xml(email)}</email></author>`,
    `<summary>${xml(commit.message)}</summary>`,
    '</entry>',
  ].join('\n');
}

/** Escapes a text; characters that XML cannot contain are replaced. */
function xml(text: string): string {
  return escapeHtml(text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD'));
}
