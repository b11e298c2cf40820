import { BaseSequencer, type TestSpecification } from "vitest/node";

/** They take or wait longest: begun last they would leave one worker at work and all others idle. */
const LONGEST = /\/(cut-connections|one-locked-row|silent-hosts|pages|document|renderer|postgres)\.test\.ts$/;

/** A clone remembers from run to run how long each file took; its first run knows only this. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => Number(LONGEST.test(moduleId));
    return sorted.toSorted((one, other) => isLong(other) - isLong(one));
  }
}
