import { publishedText } from "../../../published-text";

const { metadata, Page } = publishedText("terms");

export const generateMetadata = metadata;
export default Page;
