import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program with a virtual machine of its own, whose threads and reserved memory are none of our business. */
public class Hostile {
    private static final String HELLO = "{\"protocol\":1,\"adapter\":{\"name\":\"java\"},"
            + "\"games\":[{\"game\":\"beggar\",\"seats\":[2],\"loop\":\"none\"}]}";

    public static void main(String[] words) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        BufferedWriter out = new BufferedWriter(new OutputStreamWriter(System.out));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Matcher id = Pattern.compile("\"id\":(\\d+)").matcher(line);
            id.find();
            boolean play = line.contains("\"op\":\"play\"");
            if (play) {
                misbehave(words[0]);
            }
            String ok = line.contains("\"op\":\"hello\"") ? HELLO
                    : play ? "{\"outcome\":{\"status\":\"won\",\"winner\":0,\"cards\":2,\"tricks\":1}}" : "{}";
            out.write("{\"id\":" + id.group(1) + ",\"ok\":" + ok + "}\n");
            if (!play || !words[0].equals("unflushed")) {
                out.flush();
            }
        }
        out.close();
    }

    private static void misbehave(String how) throws Exception {
        List<byte[]> kept = new ArrayList<>();
        if (how.equals("silent")) {
            new ProcessBuilder("sleep", "60").start();
            Thread.sleep(60_000);
        }
        for (int part = 0; how.equals("hungry") && part < 400; part++) {
            byte[] more = new byte[4 << 20];
            java.util.Arrays.fill(more, (byte) part);
            kept.add(more);
        }
        if (how.equals("hungry")) {
            Thread.sleep(60_000);
        }
    }
}
