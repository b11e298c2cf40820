/** Questions and answers between a server and its supervisor, over the channel that node gives them. */

/** @typedef {{ ask?: number, answer?: number, what?: string, of?: any }} Message */
/** How an end answers each kind of question. @typedef {Record<string, (of: any) => unknown>} Answers */

/**
 * One end of a channel.
 * @param {(message: Message) => void} send does nothing where the other end is gone
 * @param {Answers} answers
 */
export function createChannel(send, answers) {
  let asked = 0;
  /** @type {Map<number, (of: any) => void>} */
  const waiting = new Map();
  return {
    /**
     * @param {string} what the kind of question
     * @param {unknown} of
     * @param {number} patienceMs how long its answer is waited for
     * @returns {Promise<any>}
     * @throws Error where none came in time
     */
    ask(what, of, patienceMs) {
      asked += 1;
      const id = asked;
      return new Promise((resolve, reject) => {
        const patience = setTimeout(() => {
          waiting.delete(id);
          reject(new Error("The other process did not answer in time"));
        }, patienceMs);
        waiting.set(id, (answer) => {
          clearTimeout(patience);
          waiting.delete(id);
          resolve(answer);
        });
        send({ ask: id, what, of });
      });
    },
    /** @param {unknown} message any that has arrived; others than questions and answers are left alone */
    async receive(message) {
      const { ask, answer, what = "", of } = /** @type {Message} */ (message ?? {});
      if (answer !== undefined) waiting.get(answer)?.(of);
      const answered = ask === undefined ? undefined : answers[what];
      if (answered) send({ answer: /** @type {number} */ (ask), of: await answered(of) });
    },
  };
}
