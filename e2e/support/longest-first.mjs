import { BaseSequencer } from "vitest/node";

/** They take or wait longest: begun last they would leave one worker at work and all others idle. */
const LONGEST =
  /\/(cut-connections|silent-hosts|pages|document|renderer|postgres|plan|at-once|states|access|confirm)\.test\.ts$/;

/** A clone remembers from run to run how long each file took; its first run knows only this. */
export default class LongestFirst extends BaseSequencer {
  /** @override @param {import("vitest/node").TestSpecification[]} files */
  async sort(files) {
    const sorted = await super.sort(files);
    const isLong = (/** @type {{ moduleId: string }} */ { moduleId }) => Number(LONGEST.test(moduleId));
    return sorted.toSorted((one, other) => isLong(other) - isLong(one));
  }
}
