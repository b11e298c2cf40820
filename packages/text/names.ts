/** Writing in which a name is the family name and then the given one, without a space. */
const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}々〇ー・·]+$/u;

/** The family names that nearly all Vietnamese have, as Vietnamese is written. */
const VIETNAMESE_FAMILIES = new Set(
  (
    "nguyễn trần lê phạm hoàng huỳnh phan vũ võ đặng bùi đỗ hồ ngô dương lý đào đoàn đinh trịnh mai trương lâm " +
    "phùng hà tô tạ châu cao thái quách lưu lương vương triệu kiều đàm quang la tăng chu ninh nghiêm tống từ"
  ).split(" "),
);
const VIETNAMESE_LETTER = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u;
/** Each word is one syllable, which is what tells "Linh" from "Amelia". */
const VIETNAMESE_SYLLABLE =
  /^(?:ngh|ng|nh|ch|gh|gi|kh|ph|qu|th|tr|[bcdđghklmnprstvx])?[aeiouy]{1,3}(?:ch|ng|nh|[cmnpt])?$/u;

const withoutMarks = (word: string) => word.normalize("NFD").replace(/\p{M}/gu, "");

function isVietnamese(given: string, family: string): boolean {
  const [first = "", ...others] = `${family} ${given}`.normalize("NFC").toLowerCase().split(/\s+/);
  const words = [first, ...others];
  return (
    VIETNAMESE_FAMILIES.has(first) &&
    words.some((word) => VIETNAMESE_LETTER.test(word)) &&
    words.every((word) => VIETNAMESE_SYLLABLE.test(withoutMarks(word)))
  );
}

/**
 * A student's whole name, in the order of its language as far as its writing shows it: the family name comes first in
 * Chinese, Japanese, Korean and Vietnamese. See docs/decisions/035-printed-names.md.
 */
export function displayName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  if (FAMILY_FIRST.test(firstName) && FAMILY_FIRST.test(lastName)) return lastName + firstName;
  return isVietnamese(firstName, lastName) ? `${lastName} ${firstName}` : `${firstName} ${lastName}`;
}
