/** Takes the place of the layout engine ELK, whose license is not allowed. */

/** Refuses diagrams that name this engine; their code is shown. */
export default class MissingEngine {
  constructor() {
    throw new Error('This instance has no layout engine ELK.');
  }
}
