"""Rounds of Bank that can follow each other for ever: for every way of counting, and for two, three and four seats.

Each round is played with the whole pack and by the defaults but for the way of counting. After it, and the same round
from the place of each seat that is to deal next, totals, dealer and seats are what they were. The rounds were found by
random play and by changing deals and choices little by little; what counts is that the model plays them so.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from properties.bank_lasso import Lasso, round_about

WHO_LOSES: Final = ("all_with_cards", "most_points", "last_only")
SEATS: Final = (2, 3, 4)

TABLE: Final = """
no_penalty                  2e 3b 4b   2e 3b 4b   2e 3b 4b
points_in_hand              2a 3a 4a   2a 3a 4a   2a 3a 4a
fixed:15 plus               2f 3j 4c   2f 3j 4c   2f 3j 4c
fixed:15 alone              2q 3c 4n   2r 3c 4t   2e 3b 4b
fixed:15 when_no_points     2a 3a 4a   2a 3a 4a   2a 3a 4a
fixed:23 plus               2n 3n 4d   2n 3n 4d   2n 3n 4d
fixed:23 alone              2h 3s 4p   2h 3s 4v   2h 3b 4b
fixed:23 when_no_points     2a 3a 4a   2a 3a 4a   2a 3a 4a
fixed:31 plus               2d 3q 4i   2d 3q 4i   2d 3q 4i
fixed:31 alone              2d 3o 4o   2d 3o 4u   2d 3o 4b
fixed:31 when_no_points     2a 3a 4a   2a 3a 4a   2a 3a 4a
fixed:40 plus               2c 3m 4f   2c 3m 4f   2c 3m 4f
fixed:40 alone              2l 3k 4c   2l 3k 4c   2l 3k 4c
fixed:40 when_no_points     2a 3a 4a   2a 3a 4a   2a 3a 4a
fixed:48 plus               2p 3l 4g   2p 3l 4g   2p 3l 4g
fixed:48 alone              2o 3h 4h   2o 3h 4h   2o 3h 4h
fixed:48 when_no_points     2a 3a 4a   2a 3a 4a   2a 3a 4a
fixed:56 plus               2k 3e 4l   2k 3e 4l   2k 3e 4l
fixed:56 alone              2c 3g 4e   2c 3g 4e   2c 3g 4e
fixed:56 when_no_points     2a 3a 4a   2a 3a 4a   2a 3a 4a
per_card:3 plus all         2b 3i 4j   2b 3i 4j   2b 3i 4j
per_card:3 plus zero_only   2b 3a 4a   2b 3a 4a   2b 3a 4a
per_card:3 alone all        2b 3p 4n   2b 3p 4s   2b 3p 4b
per_card:3 alone zero_only  2b 3r 4m   2b 3r 4b   2b 3b 4b
per_card:6 plus all         2j 3f 4k   2j 3f 4k   2j 3f 4k
per_card:6 plus zero_only   2g 3a 4a   2g 3a 4a   2g 3a 4a
per_card:6 alone all        2m 3d 4r   2m 3d 4w   2m 3d 4b
per_card:6 alone zero_only  2i 3c 4q   2i 3c 4m   2i 3b 4b
"""
"""For each way of counting the rounds for 2, 3 and 4 seats if all with cards have lost, if those of them with most
points have, and if only one that is left over alone has."""

ROUNDS: Final = """
2a 8d8s8cJc/AhKs7cQd+Kc+7hAc7sKhAd6dTsQcTh8hTcJh9sAs6c9d6hKdJs9hTd9cJd7d6sQhQs@A
    8c 8d 8s Jc
2b 6d8dThJc/7s9s9c9h+7d+7c6hTc7h8sTdQhQd8cKsQcJhKc8hAd6c6sQsJsAcAsAhTsJd9dKhKd@A
    6d draw pass 8d Jc draw pass draw pass draw pass draw 8s Tc draw Td Th
2c Ac8h8sQc/7cAdTsJh+As+Kc6c9s8dQdQs6h7h9dTc6sThAhJsTd8cQhJd7sJcKsKd7d9h6dKh9c@A
    Ad 8s Ac draw pass 8h Qc
2d KcJcQcAc/KdAh9sTc+Qh+7s8h7d8sJh9h9cTh6cQd7hJd9dAsQs7c6hKs6dKh6sJsAd8cTsTd8d@A
    Kd Qc draw pass Kc Tc Ac Ah Jc
2e Ks6dQh7c/Ah6hKcTs+9s+AsTc8d9c7d6cTdAc9h8sKd7sQd9dJsJd8h7h8cAdQcKhQsThJc6sJh@A
    7c skip draw pass draw pass draw 8d 6d 6h draw 9c draw 7d skip draw pass draw pass draw pass draw pass
    draw 8s stop draw pass draw pass draw pass draw 9d 9h draw pass draw pass draw 8h stop draw pass draw 8c
    6c draw pass draw pass draw pass draw pass draw pass draw pass draw 6s 7s skip draw pass 7h skip pass pass
2f QcKc9hJh/Ks6h7c6s+9s+8hThQh7hTcJd6dAhQsAs8sKh9cQd7dAc7sJc8dAdTs8c9d6cJsKdTd@A
    6s KcQcJh9h
2g Jh7c8h9d/Kh9cJsKs+7s+Qs6hQc9h8dKd6c8s9sJc7hJdAc8cTcAdKcAsQd6sAhTd7d6dThTsQh@A
    draw pass 7c8h9dJh
2h 6c9c8d7c/9s9hKc6s+Qh+JsJhQsQcAdTd7s8hKd9dJcJdKhAsTs7dKs8s7hTh6dAc6hAhQd8cTc@A
    draw pass 9c8d7c6c
2i QsJcQd9d/Ac6h7h7s+6c+8s9c6dQcAd7cTdJhTsTh8hQh7dAsKsJs9h6s8dAhJd9sTc8cKcKdKh@A
    draw 8s9dJcQd draw pass Qs
2j 6d8d9h9c/QsKs6s9d+7d+Ad6hQdQcAhTc8sQh7c6cKdTdJhAcThKc9s8cTsJdJs8h7hKh7sJcAs@A
    8d 6d 6s 9c 9d 9h
2k Kc9hQc8h/KhQs9s9d+7s+8d6d7cJdThTd8sQdAsKsJcAc6hTcKd9c7hAd8c6sJh7dAhTsQhJs6c@A
    9d 9h 9s Qc Qs 8h Kc
2l Qd8h8dJh/JdTh9sQh+Ah+TcKc9c6s7sTs9hAc7dKh8c6d7hQs9d6cJcQcAd7cJsKdAsTd8sKs6h@A
    Jd Jh Qh Qd draw pass 8d 8h
2m JdJsJh8h/Ah9hKcQc+Qd+AsJc6d7sTdTs7h7d9sAc8cKs6c9c6s9dAdKhQs8s6hTcKd8dQhTh7c@A
    8h stop 9h Jh draw pass Jd draw Jc Js
2n KdJd9h8h/7dThKc7h+Qc+7s9dKhAsTs8s9sTcJh6dQd6sAdQs9cKs6cAhJc6hTdJsQh7c8cAc8d@A
    Kc Kd draw pass 8h 9h 7d skip 7h skip 7s skip draw 9d Jd
2o 8dKhAcJs/9h9dKsTh+Kc+Kd8hJcAs7s7dAdTdJd6s8c7h6cQd9cQc6hQsTcTsJhAh7cQh6d9s8s@A
    Kh 9d 8d Ac draw Kd draw 8h stop 9h draw Jc draw pass Js
2p AhTh6dTc/TsJs8c9s+Qs+8dJcQc8hJd6s8sAsKcAd7h6h7sKd6c7cJhQd9dQh9hKhAcTdKs7d9c@A
    8c stop draw 8d Tc Ts Th draw pass Ah draw pass draw 8h stop draw Jd 6d
2q 9cTsTd7h/JsQc7d8d+Ad+AsQd9h9d6hJh8s6cKsJc8hTc6sThKhQsKd9sAhQhAc6dKc7c8c7sJd@A
    9c 7d skip 8d stop draw pass draw pass draw pass draw 9d 9h Qd draw pass Qc draw pass draw 8s stop draw 6c
    draw pass 6h draw pass 7h skip draw 8h stop draw pass draw pass draw pass draw pass draw pass draw pass
    draw pass draw pass draw pass draw Ac draw 6d 6s draw pass draw 7c skip draw 8c stop draw pass draw pass
    pass
2r 8hTdJc9s/AhKh8cTs+6c+JsQhTc8s9dQcKc7sQd7dAcJd9c7hAs6hAdThKdJh9h8d6sKs6dQs7c@A
    8c stop 8h Jc draw Js draw pass draw pass draw 8s 9s draw 9d draw Qc draw Kc draw pass Kh draw pass draw
    7d skip draw pass 7s skip draw pass draw pass draw 7h skip draw pass draw 6h draw pass draw pass draw pass
    draw pass draw pass draw 8d stop draw pass draw pass draw 6d draw pass 6s draw pass pass
3a 9c8c7c9h/7d9dKs6h/QdTsAs7s+7h+8h6dThKhQcTc6c6sJdAh9sAc8sKcQsTdJhJc8dKdJsQhAd@A
    8c 9c 9d draw 8h stop 9h 7d skip 7c skip 7s skip draw pass draw pass draw Kh 6h 6d draw pass draw pass
    draw 6c draw 6s draw JdQcKsTh
3b 7s9hTdKd/QsAhJc6c/Qd8s6s9c+7h+Ks8cQcKcAc8h6h9sAsJh7dJdTs7c8dJs6d9dQhTcKhAdTh@A
    7s skip 6s draw pass 6c 8s stop draw 8c stop draw pass 9c 9h draw pass draw pass draw 8h stop draw 6h draw
    pass draw pass draw pass draw pass draw pass draw pass draw pass draw 8d stop draw pass draw 6d draw pass
    draw pass 7d skip draw pass 7c skip draw pass draw pass draw pass pass pass
3c JcAs7hTs/Qd6c7d8h/Kc7s8s8d+Kh+8cThTdKsTc9cJh6sQsKdAhQcJsAdJd6h7cQhAc6d9s9h9d@A
    8h stop 8d 8s stop Jc 7d skip 7h skip 7s skip Qd draw 8c stop draw pass 6c draw pass draw pass draw pass
    draw pass draw Jh 9c draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw
    6h draw 7c skip draw pass draw pass draw pass draw pass draw pass draw pass pass lot:C
3d 6c8s8h8c/KdJc7s9s/TcAhQcKh+6d+KsKc6sThJhJsAsQd7hAdTsJd6hAc8d9cTd7dQhQs9h9d7c@A
    draw pass AhTcKhQc 8h 8s 8c 6c
3e 8c9sQh9h/QdAdKsTc/JsThKcAs+Jh+9c7s8h7h8d7c8s6sTsQcAh7d9dAcKd6dQsJc6c6hJdKhTd@A
    Qh QdKsTcAd Th 8c stop draw 9c 9h draw pass 9s
3f JsQs9c9h/8d7s9s7c/7hAh7d6d+6s+8hAsTc8cAc6hTs8sTdKcQcJcTh9dKhJd6cKsJhQdAdQhKd@A
    7s skip 9c 9s 7h skip 7c skip draw 8h9hJsQs 8d
3g AcJcKs8d/AdAhThQs/9hAsKhJh+Qh+7s8hTdKd9cJdJs8cQcKc6c7d9sTsQd6s9d8s7c6hTc6d7h@A
    Kh Ks Ad 9h 8d Jc draw pass Jh Ac Ah As
3h 8sJs8dJc/Ad7d9s7s/JdTsAsKh+8c+QcAcThAh8h7c6sQs9hKcJh9c9dQd7hKd6hTd6c6dQhTcKs@A
    8d Jc Ad Kh 8s stop 9s draw pass Js 7d skip 7s
3i 6c9cJsTc/TsAs8dAh/8c8s6sJh+9h+JdQc9d7d7hAdKhJc8h6hQdQsKs6dTd7sThKc9sQhKd7cAc@A
    8c Jh 9c 8d stop 8s 6s Tc Ts 6c draw Jd Js
3j 8c7s6d8d/JcQd6hAh/6sJh7hKh+9c+ThQhAdQc9d9h8s7cAcTd9sTs8hKsAs6cJdQsKc7dJsTcKd@A
    Qd 7h skip 6h 6s 7s skip Kh 8c 8d 6d draw pass Jh
3k TcQd8d8s/Ac8h7sKc/6hQhAh9h+7d+QcKsKhJd7hJcThTd6c6sTs9s7c6dKd9dJsJhQs9cAdAs8c@A
    Tc 8h stop 9h 8d 8s stop draw pass Qh Qd Qc Ah Ac 6h
3l Ks6h6d7h/8cJd7c9s/QhJcAhTc+As+Kh7d6c7sKc8hQs9c9dJhAdTh8s8dTdJsKdAc9hQc6sTsQd@A
    draw pass Jd9s8c7c skip 7h skip 6h draw pass 6d 7d skip Qh Kh draw pass Ks
3m 8sTc6cJc/6s8dTdQd/Kc9cAcKd+Jh+KhAsQc7c7dKs9s8h6h7h7sAhJsAdTs6d9d9hThQsJdQh8c@A
    Qd Kd 6c Td draw Kh Tc 8d stop draw pass Jc draw Qc Kc 8s 6s
3n 9hAc9cJd/7d9s9dJh/7hTcAdAs+Th+8dAhKdQd8sKh8hTs6d6c8c7cQs6h6sKsJcKcQhQcTd7sJs@A
    7d skip Ac 9d 7h skip draw 8d stop draw Ah 9c 9s draw pass 9h Jh draw pass Jd
3o JcThJhQh/6d9s7sAs/7d6h7cTc+8h+Ks9c7h6sJdTdQd8s9dAdJsAcAh9h8dQs6c8cKdQcKcTsKh@A
    Jc 6d 7d skip 7s skip draw pass draw pass 7c skip draw 7h skip draw pass draw Jd 6h 6s draw Td Tc ThKsQhJh
3p 8sJd6c6h/8dQsJsAs/9h8h7d7h+7s+TcQhKhKc9dAc9cTsTh6s8c6d9sQdJcAdTdQcJhAhKdKs7c@A
    6c 8d stop 8h stop 8s stop draw pass 7h skip draw pass 7d skip draw pass 9h 6h draw pass draw pass draw
    pass draw 9c draw pass 9d draw pass Jd
3q 6h7cKh7s/Jd7h9cQh/8c6sQcAc+9d+Qs8sAdAh6c8h9sTdQdKdKcJsAsThJc9h7dKs6dTcJhTs8d@A
    9c 8c stop draw pass Jd draw 8s 6s 6h 7h skip 7c skip draw pass 7s skip draw Ah draw 6c draw 8h stop draw
    pass draw pass draw Qd Qc Qs Qh draw pass Kh Kd Td
3r KhQs6cJh/Qc9hJc8c/Kc8sAcTc+8d+7d9s6s6hJdQdTdAd8h6d9dTsKdJs9cThKs7hAsAh7cQh7s@A
    8c9hJcQc 8s stop 6c draw pass draw pass draw 6s draw 6h draw pass draw pass draw pass draw pass draw 8h
    stop draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw pass
    draw pass draw pass draw pass draw pass pass lot:C
3s As9cTh9h/7sQc9sAh/JdKd9d8c+6h+8d8sQsKcQdTsKsTcJhAc6dQhAdJcJs8h7d7h6sKh6c7cTd@A
    9c 9s 8c stop draw 8d stop draw 8s stop draw pass draw Kc draw Qd KdQsJd9d 9h draw pass draw pass draw
    pass draw Jh draw pass draw pass draw Qh draw pass Qc draw pass draw pass draw 8h Jc Js draw pass draw
    pass draw 6s 7s skip 7h skip draw pass 7d skip 6d draw 6c draw 7c skip draw pass pass lot:B
4a 7dTdJhJs/QdJc9dTs/Jd9h7c8d/9sAdAcAh+Qs+TcKdThAs6d8s6h6c8c9cQc8hKs7sKh7h6sKcQh@A
    9d Jd9h8d7c skip 7d skip 9s Js Jc draw pass Jh Qd draw Kd Td Ts
4b AhKd6s8c/Th9c8hAs/7sTd6hKs/6dTc7d8d+9d+9hQh7hAc9s6cQsJcAdQdKhQc8sJdJh7cKcTsJs@A
    8c stop 9c 6h 6d 6s 8h stop draw 9h 8d stop draw pass draw pass draw pass draw 9s draw 6c draw pass draw
    pass draw pass draw pass draw pass draw pass draw 8s stop draw pass draw pass draw pass draw pass draw
    pass draw pass pass pass pass
4c JcKhQsTs/6s7c6h6c/7h9h6d8h/9sTd7sTh+Js+KdAsQcJdAh7dJh8sAc9cQhKcKsAd8d9dQdTc8c@A
    JcQsKhTs 6s 6d7h8h9h skip 6h 7s skip draw pass 7c skip 6c
4d 8c8h9c7c/QsThJcKc/8d8s7hQh/AhQcKhJs+Jd+6cQd7dAsTsJhAc9s9h6sKdAd9dTcKs6hTd7s6d@A
    8s 7h skip 9c JcQsKcTh 8d Qh Qc 8h 8c stop Js 7c
4e 8h7d8dKc/TdKsAsTh/7h9h7s6h/9sQs8c9c+Qd+6dJsAdQh8s9d7cTsKdAhJhTcKh6s6cJdJcQcAc@A
    draw 6d 6h Qs 8h Kc Ks 9h 9s 8d stop draw pass 7h skip 7d skip 7s skip Td 8c 9c
4f Ac9cQc6c/Td7d9dJs/Jc9h6h9s/TsAhKcQh+8c+6sTc8sKdJdKs8hQs6d8dQdKhAdAs7sJhTh7h7c@A
    9c 7d skip Ts Ac 9d 9h draw 6s 6c Td 6h draw pass Qc draw 8s stop 9s draw pass Js Jc
4g 9hQcJcJh/8c6s7c9c/8s6hJdKc/9dQh8dTh+7s+7dAdTcKhAcQsAhKsJsQdKdTs9sTd6dAs8h6c7h@A
    8s 6h 8d 9d 9h 9c8c7c6s skip draw pass Qc Kc draw pass draw Tc draw Kh Th Jc Jd draw pass Jh
4h 9c6hQcAs/9hJcKsKh/6s6c8cJh/8hQs7sJs+8d+AhTcTsAdTd9s7hAc9dKd8sQdTh7d7c6dQhKcJd@A
    draw pass Jh Qs Qc draw pass 6c Js 9c 9h 8c stop 7s skip draw pass 6s 8h 6h draw Ad As
4i 8cKc8h6d/KhKd9d9c/Jd6sQsQd/Js8sAs9s+6h+Td7s7hJcAh8dTsQcThTc9hQhAd7cAcKsJh6c7d@A
    8c 8h Kc Kd draw Td 8s 9s draw pass 9c draw 7h skip 7s skip 6s draw pass 6d draw pass draw 8d stop As 9d
    Jd Jc draw pass draw Qc Js draw pass Qs draw pass Qd
4j 7hQs6dKs/AsAd7dTs/9h7c8d6h/7s8h8cJs+9c+KcAcKh9s6cAhQcThKd9dQdJc8sQhJhTcTdJd6s@A
    8c 8h 7s skip 7d skip Js Qs Ad 9h draw Kc draw pass 8d 6h 7h skip 7c skip draw pass draw pass draw 6c 6d
    draw pass draw Qc draw pass draw pass draw 9d 9s draw Qd Kd Kh Ks
4k 8s8h7d6c/Ac9h7s6s/9dQcTcQd/JhKh9s6h+7h+JsAs8c8dAhKsTsQsJdKdTdQhAdTh9c6d7cJcKc@A
    7d skip draw pass 9s 8s stop 6s draw pass 6h 6c draw 8c stop draw 8d 9d draw pass 8h 9h draw pass Jh draw
    pass JsQcKsTc draw Qs draw Jd Qd draw Kd draw Td draw Qh Kh draw Ad As Ah
4l 6d9c8s6c/7sQdKsAs/KcTcQhKd/6h7dTs8d+Ad+AhJd7hTd8hJsJcAc9hThQs9sKhJh7cQc8c9d6s@A
    Qh Ts 9c Qd Kd 8d stop 8s 6c draw pass draw pass 6h 6d draw pass draw pass 7d skip draw 8h stop draw pass
    draw pass draw pass draw 9h draw pass draw pass draw 9s draw Kh Th Td draw pass TcKcQsJd Jh Jc
4m QdQhKsAh/6h9dKh8c/Jd8h9s7h/6cAcTcTh+6s+Qc8d7s9cAdJsTd8sTsKdQsAs6dJh7cJc9hKc7d@A
    7h8h9sJd skip Qd 8c 9d draw pass draw 8d stop draw pass draw pass draw pass draw pass draw pass draw 8s
    stop draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw pass
    draw pass pass pass
4n Qc6c7s9d/6sTc8cJh/7hQhKcAs/Ah9cJd9h+Td+8sThKh8hJc7cKd9sKs6hJs6d8dAdTsQsQdAc7d@A
    draw 8s stop 6c 8c stop Qh draw pass Qc draw pass 7h skip 7s skip draw 8h stop 9h 9d draw pass draw pass
    9c Jc draw pass Jd Jh draw pass draw Ks 6s draw 6h draw Js draw 6d draw 8d stop draw pass draw pass draw
    pass draw pass draw pass draw pass pass pass lot:B
4o 7dThKsAc/9dTc6d8d/8c6c9hJh/7hQcJcKc+Qs+8s6h9s7s6sQdJdKdAsQhJsKhAhTd9c8h7cAdTs@A
    Ac 8d 6d 8c 6c draw 8s stop draw pass 9d 9h draw 9sJcQcKc Ks draw pass Jh draw 6s 6h draw Qd draw pass
    draw Kd draw pass draw pass draw pass draw Kh draw pass Th Tc draw Td draw 9c draw 8h stop draw pass draw
    pass draw pass pass pass
4p Ts7d9h9d/JcAh9sJs/KhQs9cJd/TcAdKsJh+6c+Th8hTd8d6sKc8c7hAsQh8sQd6dKd6h7c7sAcQc@A
    KhQsJd9c Ks Ts draw Th Tc draw 8h 9h 9s draw pass 9d draw 8d stop draw 6s draw Kc draw 8c stop draw pass
    draw pass draw pass draw 8s stop draw pass draw 6d draw pass 7d skip 7h skip draw 6h draw pass draw pass
    draw pass draw pass pass pass
4q Tc7dAd9s/8h6d8c8s/8dTsKs6h/AcQd7cJc+Qc+6c9dAsTdKhJsKcQhQsJdJh9h7hAhKd6s9cTh7s@A
    draw 6c 6d 6h draw pass Tc 8s 8c stop 8d stop 9d 9s 8h draw pass draw pass draw pass draw pass draw pass
    draw pass draw pass draw pass draw pass draw 9h draw pass Jh Js Jd draw pass draw pass Jc draw pass draw
    pass draw pass draw pass pass pass
4r 6sAs9s6d/8dKs9hJd/KhTh8sAh/6hQhKdTs+Jh+Td8c9cAd7s9dTc6c7hJc7c7dKcQd8hAcJsQcQs@A
    Ts As Jd Kh Kd 6d 8d stop Th 6h 6s draw Td 8s Ah draw 8c stop draw 9c 9h draw pass 9s draw pass draw 9d
    draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw pass draw 8h stop draw pass
    draw pass draw pass draw pass pass
4s Qh8hAsQc/Jh6d8d7d/9hTsAd7s/KdAhKc9c+7h+AcTcQs8sJdJsKhTd6c8cThJcKs9s7c6sQd6h9d@A
    Qc 7d skip draw pass 8h stop 6d 9h 9c draw pass 8d stop draw pass draw 8s stop Tc draw Jd draw Js draw
    pass draw pass Jh draw pass draw 8c stop draw pass 6c draw pass draw pass draw pass draw 7c skip 7s skip
    draw 6s draw pass draw 6h draw pass pass pass lot:D
4t 9h7cQc8d/6c9sJdJs/KcKd6d8h/Jh7s6sKh+Qs+9dJcTc8sAcTdKs7h9cTsAd8cQhAsAhTh7d6hQd@A
    Jd 8h stop 7s skip draw 9d 6d 6s 7c skip draw pass draw pass 8d Qc 6c draw 8s stop draw pass draw pass 9s
    draw pass draw pass 9h draw 9c Jc Jh draw pass Js draw pass draw 8c stop draw pass draw pass draw pass
    draw pass draw pass draw pass draw pass pass pass lot:D
4u ThAsJdQh/8h8dQd9s/6hAcTsQs/9d8sAd6d+Qc+8c7d6c7sTcJc9hKd9cKc7cTdJh6s7hKsAhKhJs@A
    6h 6d draw 8c stop 8d 8h Qd Qs 8s stop draw pass 9s draw pass 9d Jd draw pass draw pass draw Jc 6c draw
    pass draw pass draw pass draw pass draw 7c skip draw pass 7d skip draw pass draw pass 7s skip 6s draw 7h
    skip draw pass draw pass draw pass draw pass pass pass
4v 8hAh9sKs/7c6h7d6c/JhQs6s9c/AdKc9d9h+Jc+QhThKdJd6d7sQcKh8dTsJsAcTd7hTc8sAsQd8c@A
    draw pass 8h stop 7d skip draw pass draw pass 7c skip draw pass draw pass 6c Jh Jd 6d 6h 6s draw 7s skip
    draw pass draw pass draw 8d stop draw pass 9d 9s 9c 9h draw pass draw pass draw pass draw pass draw pass
    draw 8s stop draw pass draw pass draw 8c stop pass pass pass
4w 9c7h6hAc/JcKh8hTh/9h8d9dKd/7cKsTcAd+6s+KcTdQc8s6dJh7d9sJsQsQhAsAh6cQd7sTs8cJd@A
    draw pass 9c Jc 9h Ks Ac 8h stop 8d stop draw pass draw Qc draw 8s stop draw pass draw pass draw pass draw
    9s 9d draw Js draw Qs draw Qh draw pass draw pass 6h draw 6c 6d draw pass 7d skip draw 7s skip 7h skip
    draw pass 7c skip draw 8c stop draw pass pass pass
"""
"""By its name each round: the deal, and what is done in it."""


def ways() -> tuple[str, ...]:
    """Every way of counting, as it stands in the table."""
    return tuple(_rows())


def choices_of(way: str) -> Mapping[str, str]:
    """A way of counting as choices of rules."""
    scoring, *modes = way.split()
    points = {"fixed": ("fixed_mode",), "per_card": ("per_card_mode", "per_card_counts")}
    return {"scoring": scoring, **dict(zip(points.get(scoring.partition(":")[0], ()), modes, strict=True))}


def lasso(way: str, losers: str, seats: int) -> Lasso:
    """Rounds that can follow each other for ever under a way of counting, if these lose, for so many seats."""
    place = WHO_LOSES.index(losers) * len(SEATS) + SEATS.index(seats)
    deal, script = _rounds()[_rows()[way][place]]
    return round_about({**choices_of(way), "losers": losers}, deal, script)


@cache
def _rows() -> Mapping[str, tuple[str, ...]]:
    """By the way of counting the names of its rounds."""
    cells = len(WHO_LOSES) * len(SEATS)
    rows = [line.split() for line in TABLE.strip().splitlines()]
    return {" ".join(row[:-cells]): tuple(row[-cells:]) for row in rows}


@cache
def _rounds() -> Mapping[str, tuple[str, str]]:
    """By its name each round, as a deal and a script."""
    found: dict[str, tuple[str, str]] = {}
    name, deal = "", ""
    for line in ROUNDS.strip().splitlines():
        if line.startswith(" "):
            found[name] = (deal, f"{found[name][1]} {line.strip()}".strip())
        else:
            name, deal = line.split()
            found[name] = (deal, "")
    return found
