/**
 * Worker thread that compiles and matches patterns of users: it can be terminated during a match,
 * unlike the event loop.
 */
import { handleRequests } from '@forgemesh/threads';
import { RE2JS } from 're2js';
import type { PatternResponse, PatternRequest } from './pattern-messages';

/** Pushes to one project use the same patterns again. */
const MAX_COMPILED = 50;

const compiled = new Map<string, RE2JS>();

function compile({ source, ignore_case }: PatternRequest): RE2JS {
  const key = `${ignore_case}/${source}`;
  const cached = compiled.get(key);
  if (cached) return cached;
  const expression = RE2JS.compile(source, ignore_case ? RE2JS.CASE_INSENSITIVE : RE2JS.MULTILINE);
  const oldest = compiled.keys().next();
  if (compiled.size >= MAX_COMPILED && !oldest.done) compiled.delete(oldest.value);
  compiled.set(key, expression);
  return expression;
}

function handleRequest(request: PatternRequest): PatternResponse {
  let expression: RE2JS;
  try {
    expression = compile(request);
  } catch {
    // The library has many error classes; each means that the pattern is invalid.
    return { kind: 'invalid' };
  }
  const matches = request.texts.map((text) => expression.matcher(text).find());
  return { kind: 'done', matches, program_size: expression.programSize() };
}

handleRequests(handleRequest);
