/**
 * The thread that compiles and matches patterns of users: it may be stopped in the middle of a
 * match, which an event loop may not.
 */
import { parentPort } from 'node:worker_threads';
import { RE2JS } from 're2js';
import type { PatternAnswer, PatternQuestion } from './pattern-messages';

/** Pushes of one project ask for the same patterns again. */
const MAX_COMPILED = 50;

const compiled = new Map<string, RE2JS>();

function compile({ source, ignore_case }: PatternQuestion): RE2JS {
  const key = `${ignore_case}/${source}`;
  const known = compiled.get(key);
  if (known) return known;
  const expression = RE2JS.compile(source, ignore_case ? RE2JS.CASE_INSENSITIVE : RE2JS.MULTILINE);
  const oldest = compiled.keys().next();
  if (compiled.size >= MAX_COMPILED && !oldest.done) compiled.delete(oldest.value);
  compiled.set(key, expression);
  return expression;
}

function answer(question: PatternQuestion): PatternAnswer {
  let expression: RE2JS;
  try {
    expression = compile(question);
  } catch {
    // The library has many error classes; each means that the text is not a pattern.
    return { kind: 'invalid' };
  }
  const matches = question.texts.map((text) => expression.matcher(text).find());
  return { kind: 'done', matches, program_size: expression.programSize() };
}

parentPort?.on('message', (question: PatternQuestion) => {
  // The deadline counts from here: a thread that is slow to start costs no push.
  parentPort?.postMessage({ kind: 'started' } satisfies PatternAnswer);
  parentPort?.postMessage(answer(question));
});
