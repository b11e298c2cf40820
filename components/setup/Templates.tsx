import { ErrorSummary } from "../ui/ErrorSummary";
import { ErrorText } from "../ui/FieldFrame";
import { Notice } from "../ui/Notice";

/** What the page's script draws, as the components draw it. Browsers show nothing of it. */
export function Templates() {
  return (
    <>
      <template id="error-text">
        <ErrorText id="">{""}</ErrorText>
      </template>
      <template id="error-summary">
        <ErrorSummary errors={[{ id: "", message: "" }]} />
      </template>
      <template id="failure">
        <div tabIndex={-1}>
          <Notice kind="error" role="alert">
            <p />
          </Notice>
        </div>
      </template>
    </>
  );
}
